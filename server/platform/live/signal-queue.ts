import type { ConversationUpdate, LiveSignal } from './announce.ts'

type Typing = { viewerId: number; otherId: number }

/** The signals of one delivery, each change once. */
export type QueuedSignals = {
  userIds: Set<number>
  postIds: Set<number>
  conversations: ConversationUpdate[]
  typing: Typing[]
}

const keyOf = ({ viewerId, otherId }: Typing) => `${viewerId} ${otherId}`

/** Collects signals between two deliveries and merges those about the same subject. */
export class SignalQueue {
  private userIds = new Set<number>()
  private postIds = new Set<number>()
  private conversations = new Map<string, ConversationUpdate>()
  private typing = new Map<string, Typing>()

  /** Adds a signal, except what concerns users for whom `hasStream` is false: no stream here would show it. */
  add(signal: LiveSignal, hasStream: (userId: number) => boolean): void {
    for (const userId of signal.userIds ?? []) if (hasStream(userId)) this.userIds.add(userId)
    for (const postId of signal.postIds ?? []) this.postIds.add(postId)
    for (const update of signal.conversations ?? []) if (hasStream(update.viewerId)) this.addConversation(update)
    for (const pair of signal.typing ?? []) if (hasStream(pair.viewerId)) this.typing.set(keyOf(pair), pair)
  }

  addConversation(update: ConversationUpdate): void {
    const queued = this.conversations.get(keyOf(update))
    const messageNumbers = [...new Set([...(queued?.messageNumbers ?? []), ...update.messageNumbers])]
    this.conversations.set(keyOf(update), { ...queued, ...update, messageNumbers })
  }

  /** Empties the queue. */
  takeAll(): QueuedSignals {
    const { userIds, postIds } = this
    const conversations = [...this.conversations.values()]
    const typing = [...this.typing.values()]
    this.userIds = new Set()
    this.postIds = new Set()
    this.conversations = new Map()
    this.typing = new Map()
    return { userIds, postIds, conversations, typing }
  }
}
