// A part of `npm run build`.
import { completeInstallation } from '#server/database/cluster.ts'

completeInstallation()
