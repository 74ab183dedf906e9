// The process behind picture-store.ts: a store whose objects are in a folder, until the process that forked it ends.
import { startS3Server } from '#server/testing/harness/s3-server.ts'

const [port, folder = ''] = process.argv.slice(2)
const { mediaUrl, environment } = await startS3Server({ port: Number(port), folder })
process.on('disconnect', () => process.exit())
process.send?.({ mediaUrl: mediaUrl(), environment })
