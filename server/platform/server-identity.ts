import { readFile } from 'node:fs/promises'
import { type Config, ConfigError } from './config.ts'

/** The name, description and icon of this server in its pages and on the home screens of phones. */
export type ServerIdentity = {
  name: string
  description: string
  /** A PNG of 512 × 512 pixels; null for the icons of Dintorni. */
  icon: Buffer | null
}

const iconSidePx = 512
const maxIconBytes = 1_000_000
const pngSignature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
/** Where the sides stand in a PNG's first chunk, four bytes each. */
const sidesOffset = 16

/** Throws a ConfigError when SERVER_ICON is not such a picture. */
export async function readServerIdentity({
  serverName: name,
  serverDescription: description,
  serverIcon,
}: Config): Promise<ServerIdentity> {
  if (serverIcon === undefined) return { name, description, icon: null }
  const icon = await readFile(serverIcon).catch((cause: Error) => {
    throw new ConfigError(`SERVER_ICON: cannot be read: ${cause.message}`, { cause })
  })
  const isPng = icon.subarray(0, pngSignature.length).equals(pngSignature) && icon.length > sidesOffset + 8
  const sides = isPng ? [icon.readUInt32BE(sidesOffset), icon.readUInt32BE(sidesOffset + 4)] : []
  if (!isPng || sides.some((px) => px !== iconSidePx) || icon.length > maxIconBytes)
    throw new ConfigError(
      `SERVER_ICON: must be a PNG of ${iconSidePx} × ${iconSidePx} pixels and at most ${maxIconBytes / 1e6} MB`,
    )
  return { name, description, icon }
}

/** The address of the operator's icon: another one than those of the build, which caches may hold. */
export const serverIconUrl = '/server-icon.png'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)

/** Puts name, description and icon into a page of the build. */
export function withIdentity(html: string, { name, description, icon }: ServerIdentity): string {
  const meta = (key: string, value: string) => (page: string) =>
    page.replace(new RegExp(`(<meta name="${key}" content=")[^"]*`), (_, before: string) => before + escapeHtml(value))
  const named = [
    meta('description', description),
    meta('application-name', name),
    meta('apple-mobile-web-app-title', name),
  ].reduce((page, change) => change(page), html)
  const titled = named.replace(/<title>[^<]*/, () => `<title>${escapeHtml(name)}`)
  if (!icon) return titled
  return titled
    .replace(/<link rel="icon"[^>]*>/, `<link rel="icon" type="image/png" href="${serverIconUrl}" />`)
    .replace(/<link rel="apple-touch-icon"[^>]*>/, `<link rel="apple-touch-icon" href="${serverIconUrl}" />`)
}

/** Puts name, description and icon into the manifest of the build. */
export function manifestOf(manifest: string, { name, description, icon }: ServerIdentity): string {
  const icons = icon && { icons: [{ src: serverIconUrl, sizes: `${iconSidePx}x${iconSidePx}`, type: 'image/png' }] }
  return JSON.stringify({ ...(JSON.parse(manifest) as object), name, short_name: name, description, ...icons })
}
