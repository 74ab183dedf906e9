/** OpenStreetMap's precision; 180 degrees fit 32 bits. */
const unitsPerDegree = 1e7

/**
 * The positions of the nodes of named ways, in 16 bytes per node: about ten million in a country like Italy, which is
 * 160 MB. First add all ids, then call `sortIds`, then set positions.
 */
export class NodePositions {
  private ids = new Float64Array(1024)
  private count = 0
  private positions = new Int32Array(0)

  get size(): number {
    return this.count
  }

  addId(id: number): void {
    if (this.count === this.ids.length) {
      const larger = new Float64Array(this.ids.length * 2)
      larger.set(this.ids)
      this.ids = larger
    }
    this.ids[this.count] = id
    this.count += 1
  }

  /** Sorts the ids and removes duplicates. */
  sortIds(): void {
    const sorted = this.ids.subarray(0, this.count).toSorted()
    let distinct = 0
    for (let index = 0; index < sorted.length; index += 1)
      if (index === 0 || sorted[index] !== sorted[index - 1]) sorted[distinct++] = sorted[index] ?? 0
    this.ids = sorted.subarray(0, distinct)
    this.count = distinct
    this.positions = new Int32Array(distinct * 2)
    this.positions.fill(noLatitude)
  }

  /** Stores the position of a node; ignores nodes that no named way needs. */
  set(id: number, latitude: number, longitude: number): void {
    const index = this.find(id)
    if (index < 0) return
    this.positions[index * 2] = Math.round(latitude * unitsPerDegree)
    this.positions[index * 2 + 1] = Math.round(longitude * unitsPerDegree)
  }

  get(id: number): { latitude: number; longitude: number } | null {
    const index = this.find(id)
    const latitude = this.positions[index * 2]
    const longitude = this.positions[index * 2 + 1]
    if (index < 0 || latitude === undefined || longitude === undefined || latitude === noLatitude) return null
    return { latitude: latitude / unitsPerDegree, longitude: longitude / unitsPerDegree }
  }

  private find(id: number): number {
    let low = 0
    let high = this.count - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const found = this.ids[middle] ?? 0
      if (found === id) return middle
      if (found < id) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}

/** Stands for an unknown latitude. */
const noLatitude = -(2 ** 31)
