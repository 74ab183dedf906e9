import { Globe, UsersRound } from 'lucide-react'
import type { Post } from '#contract/posts.ts'
import { Segmented } from '#web/ui/Segmented.tsx'
import styles from './NewPostPrivacy.module.css'
import { postsText } from './posts.text.ts'

const options = [
  { value: 'public', label: postsText.public, icon: <Globe size={18} aria-hidden /> },
  { value: 'followers', label: postsText.followers, icon: <UsersRound size={18} aria-hidden /> },
] as const

type NewPostPrivacyProps = { privacy: Post['privacy']; onPrivacy: (privacy: Post['privacy']) => void }

export const NewPostPrivacy = ({ privacy, onPrivacy }: NewPostPrivacyProps) => (
  <div className={styles.privacy}>
    <Segmented label={postsText.visibility} options={options} value={privacy} onChange={onPrivacy} />
    <p className={styles.hint}>{privacy === 'public' ? postsText.publicHint : postsText.followersHint}</p>
  </div>
)
