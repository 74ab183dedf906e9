import { type Reaction, reactions } from '#contract/reactions.ts'
import { chatText, reactionEmoji } from '#web/chat/chat.text.ts'
import styles from './ReactionChoice.module.css'

type ReactionChoiceProps = { own: Reaction | undefined; onReact: (reaction: Reaction | null) => void }

/** The viewer's reaction to a message; pressed again it is taken back. */
export const ReactionChoice = ({ own, onReact }: ReactionChoiceProps) => (
  <fieldset className={styles.choice}>
    <legend className="visually-hidden">{chatText.react}</legend>
    {reactions.map((reaction) => (
      <button
        key={reaction}
        type="button"
        className={styles.reaction}
        aria-label={chatText.reactions[reaction]}
        aria-pressed={reaction === own}
        onClick={() => onReact(reaction === own ? null : reaction)}
      >
        {reactionEmoji[reaction]}
      </button>
    ))}
  </fieldset>
)
