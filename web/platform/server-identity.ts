import logo from '#web/ui/drawings/logo.svg'

const contentOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? ''

/** The name of this server. */
export const serverName = () => contentOf('application-name')
/** One sentence about it. */
export const serverDescription = () => contentOf('description')
/** The address of the operator's icon, or of the logo of Dintorni. */
export const serverIcon = () =>
  document.querySelector<HTMLLinkElement>('link[rel="icon"][type="image/png"]')?.href ?? logo
