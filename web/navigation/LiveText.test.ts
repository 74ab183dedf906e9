import { expect, test } from 'vitest'
import { shownLink } from './LiveText.tsx'

test.each([
  ['https://www.esempio.it/', 'esempio.it'],
  ['http://esempio.it/pagina?a=1', 'esempio.it/pagina?a=1'],
  ['https://esempio.it/una/pagina/con/un/indirizzo/lungo', 'esempio.it/una/pagina/con/un/indirizzo/…'],
  ['https://xn--citt-zna.it/caff%C3%A8', 'xn--citt-zna.it/caffè'],
  ['https://esempio.it/%E2%80%AEgnp', 'esempio.it/%E2%80%AEgnp'],
  ['https://esempio.it/%zz', 'esempio.it/%zz'],
])('%s is shown as %s', (url, shown) => {
  expect(shownLink(url)).toBe(shown)
})
