/** Pixels. Up to this scroll position new items are visible when they arrive, so a list may move by itself. */
export const nearEdgePx = 80

export const isNearTop = () => window.scrollY < nearEdgePx
