/** Returns the names of the layers that the metadata lists. */
export function layerNames(vectorLayers: unknown): string[] {
  if (!Array.isArray(vectorLayers)) return []
  return vectorLayers.flatMap((layer: { id?: unknown } | null) => (typeof layer?.id === 'string' ? [layer.id] : []))
}
