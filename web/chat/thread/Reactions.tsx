import type { Message } from '#contract/chat.ts'
import { chatText, reactionEmoji } from '#web/chat/chat.text.ts'
import styles from './Reactions.module.css'

/** The reactions of the two people to a message. */
export const Reactions = ({ reactions, name }: { reactions: Message['reactions']; name: string }) => (
  <ul className={styles.reactions}>
    {reactions.map(({ reaction, is_own }) => (
      <li key={String(is_own)}>
        <span aria-hidden>{reactionEmoji[reaction]}</span>
        <span className="visually-hidden">
          {chatText.reactionOf(chatText.reactions[reaction], is_own ? null : name)}
        </span>
      </li>
    ))}
  </ul>
)
