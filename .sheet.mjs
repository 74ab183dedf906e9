import sharp from 'sharp'
const [out, h, ...names] = process.argv.slice(2)
const dir = '/tmp/h4/spotted/shots/'
const ims = await Promise.all(names.map(async (n) => { const b = await sharp(dir + n + '.png').resize({ height: +h }).png().toBuffer(); const m = await sharp(b).metadata(); return { b, w: m.width } }))
let x = 0; const comp = ims.map(({ b, w }) => { const c = { input: b, left: x, top: 0 }; x += w + 10; return c })
await sharp({ create: { width: x, height: +h, channels: 3, background: '#888' } }).composite(comp).png().toFile(out)
