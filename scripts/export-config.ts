import { configVariables } from '#server/platform/config-variables.ts'
import { readConfig } from '#server/platform/config.ts'
import { Refused, refuseUsage } from './command.ts'

export const exportConfigUsage = 'export-config [--secrets]'

/** Variables that name a folder or a file, from the folder in which the server is started. */
const paths = { DATA_DIR: 'dataDir', MAP_TILES: 'mapTiles' } as const
/** Variables whose whole value is secret. */
const secretName = /^AWS_(SECRET_ACCESS_KEY|SESSION_TOKEN)$/
const hidden = '***'

/** Hides the password of a URL. */
function hidePassword(value: string): string {
  if (!URL.canParse(value) || !new URL(value).password) return value
  const url = new URL(value)
  url.password = hidden
  return url.href
}

/**
 * Describes the configuration that the environment sets, a line for each variable, as systemd's `EnvironmentFile` and
 * `--env-file` of containers read it: everything after `=` is the value, as it is. Throws a ConfigError when it is
 * wrong, and Refused.
 */
export function exportConfig(args: string[], env: NodeJS.ProcessEnv = process.env): string {
  const [option, ...more] = args
  if (more.length > 0 || (option !== undefined && option !== '--secrets')) return refuseUsage(exportConfigUsage)
  const config = readConfig(env)
  const given = Object.entries(env).filter(
    ([name, value]) => value && (configVariables.includes(name) || name.startsWith('AWS_')),
  ) as [string, string][]
  // From another folder a relative path would be another place.
  const absolute = new Map<string, string | undefined>([
    ...Object.entries(paths).map(([name, field]) => [name, config[field]] as const),
    ['BACKUP_DIR', config.backups?.folder],
  ])
  const values = new Map(given.map(([name, value]) => [name, absolute.get(name) ?? value]))
  values.set('DATA_DIR', config.dataDir)
  const lines = [...values]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => {
      if (value.includes('\n')) throw new Refused(`admin: ${name} has more than one line`)
      if (option === '--secrets') return `${name}=${value}`
      return `${name}=${secretName.test(name) ? hidden : hidePassword(value)}`
    })
  const unset = configVariables.filter((name) => !values.has(name)).map((name) => `# ${name}=`)
  return [...lines, '# Not set:', ...unset, ''].join('\n')
}
