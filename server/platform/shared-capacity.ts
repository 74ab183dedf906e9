/** What all addresses may have in flight together: requests, or bytes of their bodies. */
export class SharedCapacity {
  total = 0
  /** Above this an address is held to its share, so that the other half is free for others. */
  readonly sharedFrom: number
  private readonly max: number
  private readonly byAddress = new Map<string, number>()

  constructor(max: number) {
    this.max = max
    this.sharedFrom = this.max / 2
  }

  add(address: string, amount = 1): void {
    this.total += amount
    this.byAddress.set(address, this.of(address) + amount)
  }

  remove(address: string, amount = 1): void {
    this.total -= amount
    const left = this.of(address) - amount
    if (left > 0) this.byAddress.set(address, left)
    else this.byAddress.delete(address)
  }

  /** Whether there is room for more of an address: any, while little is in flight, afterwards its equal share. */
  hasRoomFor(address: string): boolean {
    if (this.total < this.sharedFrom) return true
    const addresses = this.byAddress.size + (this.byAddress.has(address) ? 0 : 1)
    return this.total < this.max && this.of(address) < this.max / Math.max(addresses, 2)
  }

  private readonly of = (address: string): number => this.byAddress.get(address) ?? 0
}
