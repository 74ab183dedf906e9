import { lazyDialog } from './lazy-part.tsx'
import type { LightboxProps } from './LightboxBody.tsx'

/**
 * Pictures over the whole screen: swiped, zoomed, closed by a swipe down. Its code loads when the first one opens.
 */
export const Lightbox = lazyDialog<LightboxProps, 'LightboxBody'>(() => import('./LightboxBody.tsx'), 'LightboxBody')
