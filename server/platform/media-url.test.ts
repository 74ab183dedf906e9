import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { parseMediaUrl } from './media-url.ts'

test('MEDIA_URL names bucket, prefix and the store', () => {
  expect(readConfig({}).mediaUrl).toBeUndefined()
  expect(readConfig({ MEDIA_URL: 's3://foto' }).mediaUrl).toEqual({
    bucket: 'foto',
    prefix: '',
    endpoint: undefined,
    region: 'us-east-1',
    pathStyle: false,
  })
  expect(parseMediaUrl('s3://foto/una/due/?endpoint=http://127.0.0.1:9000/&region=eu-south-1')).toEqual({
    bucket: 'foto',
    prefix: 'una/due/',
    endpoint: 'http://127.0.0.1:9000',
    region: 'eu-south-1',
    pathStyle: true,
  })
  expect(parseMediaUrl('s3://foto?endpoint=https://s3.example&path_style=off').pathStyle).toBe(false)
})

test.each([
  'foto',
  'https://foto.s3.example',
  's3://',
  's3://Foto',
  's3://foto:9000/a',
  's3://foto/a b',
  's3://foto/a#b',
  's3://foto?endpoint=127.0.0.1:9000',
  's3://foto?endpoint=ftp://host',
  's3://foto?endpoint=http://host/path',
  's3://foto?path_style=forse',
  's3://foto?region=',
  's3://foto?regoin=x',
  's3://AKIA:segreto@foto',
  's3://foto?endpoint=http://AKIA:segreto@host',
])('MEDIA_URL=%s stops the start with one line that names the variable and no secret', (value) => {
  expect(() => readConfig({ MEDIA_URL: value })).toThrow(/^MEDIA_URL: [^\n]+$/)
  expect(() => readConfig({ MEDIA_URL: value })).not.toThrow(/segreto/)
})
