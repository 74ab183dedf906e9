import type { Output } from '#contract/calls.ts'
import { urlOf } from '#contract/call-paths.ts'
import { pagePaths } from '#contract/page-paths.ts'
import { placeLine } from '#contract/town-label.ts'
import { previewSize, previewUrl } from '#server/media/media.rules.ts'
import { escapeHtml, type ServerIdentity, serverIconUrl } from '#server/platform/server-identity.ts'
import type { PlacePreviewRow, PostPreviewRow, ProfilePreviewRow } from './previews.queries.ts'
import { firstWords } from './previews.rules.ts'
import { previewsText } from './previews.text.ts'

/** `own`: a picture of what is previewed, not of the server. */
type PreviewImage = { path: string; type: string; width: number; height: number; alt: string; own: boolean }

/** What the preview of a link shows. Paths are of this server. */
export type Preview = {
  path: string
  type: 'article' | 'profile' | 'website'
  title: string
  description: string
  author: { name: string; path: string } | null
  image: PreviewImage | null
}

type PictureColumns = Pick<PostPreviewRow, 'picture' | 'width' | 'height' | 'alt'>

const imageOf = ({ picture, width, height, alt }: PictureColumns, otherAlt: string): PreviewImage | null =>
  picture === null || width === null || height === null
    ? null
    : {
        path: previewUrl(picture),
        type: 'image/jpeg',
        ...previewSize({ width, height }),
        alt: alt ?? otherAlt,
        own: true,
      }

const lineOf = ({ place, town, province }: PlacePreviewRow) => placeLine({ name: place, town, province }, ' · ')

export function previewPost(id: number, row: PostPreviewRow): Preview {
  const photo = previewsText.photoAt(row.username, row.place)
  return {
    path: pagePaths.post(id),
    type: 'article',
    title: previewsText.postAt(row.username, lineOf(row)),
    description: firstWords(row.text) || photo,
    author: { name: row.username, path: pagePaths.profile(row.author_id) },
    image: imageOf(row, photo),
  }
}

export const previewPlace = (id: number, row: PlacePreviewRow): Preview => ({
  path: pagePaths.location(id),
  type: 'website',
  title: lineOf(row),
  description: previewsText.place,
  author: null,
  image: imageOf(row, row.place),
})

export const previewProfile = (id: number, row: ProfilePreviewRow): Preview => ({
  path: pagePaths.profile(id),
  type: 'profile',
  title: previewsText.profileTitle(row),
  description: firstWords(row.bio) || previewsText.profile(row.username),
  author: null,
  image: imageOf(row, previewsText.photoOf(row.username)),
})

/** `origin`: the public address of the server. */
export type PreviewedServer = { origin: string; identity: Pick<ServerIdentity, 'name' | 'icon'> }

/** A picture of the server, where there is no other: the operator's icon, or a drawing without words. */
const serverImage = ({ name, icon }: PreviewedServer['identity']): PreviewImage =>
  icon
    ? { path: serverIconUrl, type: 'image/png', width: 512, height: 512, alt: name, own: false }
    : { path: '/preview.jpg', type: 'image/jpeg', width: 1200, height: 630, alt: name, own: false }

/** The elements of a page's head from which others make the preview of a link: Open Graph, Twitter's card, oEmbed. */
export function previewHead(preview: Preview, { origin, identity }: PreviewedServer): string {
  const url = `${origin}${preview.path}`
  const image = preview.image ?? serverImage(identity)
  const properties = {
    'og:site_name': identity.name,
    'og:locale': 'it_IT',
    'og:type': preview.type,
    'og:title': preview.title,
    'og:description': preview.description,
    'og:url': url,
    'og:image': `${origin}${image.path}`,
    'og:image:type': image.type,
    'og:image:width': image.width,
    'og:image:height': image.height,
    'og:image:alt': image.alt,
  }
  const oembed = `${origin}${urlOf('getOembed', { url })}`
  return [
    ...Object.entries(properties).map(
      ([name, value]) => `<meta property="${name}" content="${escapeHtml(String(value))}" />`,
    ),
    `<meta name="twitter:card" content="${image.own && image.width >= image.height ? 'summary_large_image' : 'summary'}" />`,
    `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembed)}" title="${escapeHtml(preview.title)}" />`,
  ].join('\n    ')
}

type MaxSize = { maxwidth?: number | undefined; maxheight?: number | undefined }

export function viewOembed(
  { title, description, author, image }: Preview,
  { origin, identity }: PreviewedServer,
  { maxwidth = Infinity, maxheight = Infinity }: MaxSize,
): Output<'getOembed'> {
  const { path, width, height } = image ?? serverImage(identity)
  const fits = width <= maxwidth && height <= maxheight
  return {
    version: '1.0',
    type: 'link',
    title: `${title}: ${description}`,
    ...(author && { author_name: author.name, author_url: `${origin}${author.path}` }),
    provider_name: identity.name,
    provider_url: origin,
    ...(fits && { thumbnail_url: `${origin}${path}`, thumbnail_width: width, thumbnail_height: height }),
  }
}
