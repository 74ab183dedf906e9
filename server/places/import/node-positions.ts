/** Ten millionths of a degree, as OpenStreetMap counts them: 180 of them fit 32 bits. */
const scale = 1e7

/**
 * Where the nodes of wanted ways are, in 16 bytes for each: ids first, then positions. A country like Italy has about
 * ten million nodes in named places, which makes 160 MB.
 */
export class NodePositions {
  private ids = new Float64Array(1024)
  private count = 0
  private positions = new Int32Array(0)

  get size(): number {
    return this.count
  }

  want(id: number): void {
    if (this.count === this.ids.length) {
      const larger = new Float64Array(this.ids.length * 2)
      larger.set(this.ids)
      this.ids = larger
    }
    this.ids[this.count] = id
    this.count += 1
  }

  /** After the last `want`, before the first `put`. */
  seal(): void {
    const sorted = this.ids.subarray(0, this.count).toSorted()
    let kept = 0
    for (let at = 0; at < sorted.length; at += 1)
      if (at === 0 || sorted[at] !== sorted[at - 1]) sorted[kept++] = sorted[at] ?? 0
    this.ids = sorted.subarray(0, kept)
    this.count = kept
    this.positions = new Int32Array(kept * 2)
    this.positions.fill(unknown)
  }

  /** Remembers where a node is, if any way wants it. */
  put(id: number, latitude: number, longitude: number): void {
    const at = this.find(id)
    if (at < 0) return
    this.positions[at * 2] = Math.round(latitude * scale)
    this.positions[at * 2 + 1] = Math.round(longitude * scale)
  }

  get(id: number): { latitude: number; longitude: number } | null {
    const at = this.find(id)
    const [latitude, longitude] = [this.positions[at * 2], this.positions[at * 2 + 1]]
    if (at < 0 || latitude === undefined || longitude === undefined || latitude === unknown) return null
    return { latitude: latitude / scale, longitude: longitude / scale }
  }

  private find(id: number): number {
    let [low, high] = [0, this.count - 1]
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

/** No latitude. */
const unknown = -(2 ** 31)
