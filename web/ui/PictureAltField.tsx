import { TextArea } from './TextArea.tsx'
import { uiText } from './ui.text.ts'

type PictureAltFieldProps = {
  alt: string
  onAlt: (alt: string) => void
  maxLength: number
  className?: string | undefined
}

/** The field for the description of a picture before it is published or sent, for people who cannot see it. */
export const PictureAltField = ({ alt, onAlt, maxLength, className }: PictureAltFieldProps) => (
  <TextArea
    className={className}
    label={uiText.pictureAlt}
    placeholder={uiText.pictureAltExample}
    maxLength={maxLength}
    countdown
    rows={1}
    value={alt}
    onChange={onAlt}
  />
)
