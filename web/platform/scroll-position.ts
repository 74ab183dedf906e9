/** Pixels: somebody who has scrolled no further sees new items arrive, so a list may move by itself. */
export const nearEdgePx = 80

export const isNearTop = () => window.scrollY < nearEdgePx
