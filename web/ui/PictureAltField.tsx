import { pictureAltLimit } from '#contract/limits.ts'
import { TextArea } from './TextArea.tsx'
import { uiText } from './ui.text.ts'

type PictureAltFieldProps = { alt: string; onAlt: (alt: string) => void; className?: string | undefined }

/** Describes a picture that one is about to publish or send, for who cannot see it. */
export const PictureAltField = ({ alt, onAlt, className }: PictureAltFieldProps) => (
  <TextArea
    className={className}
    label={uiText.pictureAlt}
    placeholder={uiText.pictureAltExample}
    maxLength={pictureAltLimit}
    countdown
    rows={1}
    value={alt}
    onChange={onAlt}
  />
)
