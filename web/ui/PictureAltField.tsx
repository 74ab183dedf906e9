import { TextArea } from './TextArea.tsx'
import { uiText } from './ui.text.ts'

type PictureAltFieldProps = {
  alt: string
  onAlt: (alt: string) => void
  maxLength: number
  /** Of several pictures, which one; 0 of one. */
  number?: number
  /** It is the cover of a video. */
  isVideo?: boolean
  rows?: number
  className?: string | undefined
}

/** The field for the description of a picture before it is published or sent, for people who cannot see it. */
export const PictureAltField = ({
  alt,
  onAlt,
  maxLength,
  number = 0,
  isVideo,
  rows = 1,
  ...props
}: PictureAltFieldProps) => (
  <TextArea
    {...props}
    label={isVideo ? uiText.videoAlt : uiText.pictureAlt(number)}
    placeholder={uiText.pictureAltExample}
    maxLength={maxLength}
    countdown
    rows={rows}
    value={alt}
    onChange={onAlt}
  />
)
