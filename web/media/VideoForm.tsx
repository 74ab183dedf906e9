import { useEffect, useRef, useState } from 'react'
import { preparePicture } from '#web/platform/prepare-picture.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Muted, Row, Stack } from '#web/ui/Layout.tsx'
import { ProgressBar } from '#web/ui/ProgressBar.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { Switch } from '#web/ui/Switch.tsx'
import type { VideoPiece } from './convert-video.ts'
import { type OpenedVideo, openVideo } from './video-frame.ts'
import { mediaText } from './media.text.ts'
import { stepSeconds, TimeSlider } from './TimeSlider.tsx'
import styles from './VideoForm.module.css'

/** A video as it is published: `cover` is a data URL, `seconds` how long it is at most. */
export type PreparedVideo = { video: Blob; cover: string; seconds: number }

type VideoFormProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  file: File
  /** What is taken at most. */
  longestSeconds: number
  onPrepared: (prepared: PreparedVideo) => void
}

const loadConverter = () => import('./convert-video.ts')

const shortestSeconds = 1

/** Opens a file while it is shown. Null while it opens, false if the browser cannot. */
function useOpenedVideo(file: File): OpenedVideo | null | false {
  const [opened, setOpened] = useState<OpenedVideo | null | false>(null)
  useEffect(() => {
    let isGone = false
    let video: OpenedVideo | undefined
    const start = async () => {
      video = await openVideo(file)
      if (isGone) video.close()
      else setOpened(video)
    }
    start().catch(() => !isGone && setOpened(false))
    return () => {
      isGone = true
      video?.close()
    }
  }, [file])
  return opened
}

/** Opens a video, and shows what becomes of it. */
export function VideoForm({ open, onOpenChange, file, ...props }: VideoFormProps) {
  const opened = useOpenedVideo(file)
  return (
    <Dialog size="tall" open={open} onOpenChange={onOpenChange} title={mediaText.title}>
      {opened === null && <Spinner label={mediaText.opening} />}
      {opened === false && <Banner tone="danger">{mediaText.unreadable}</Banner>}
      {opened && <VideoCut {...props} file={file} opened={opened} onClose={() => onOpenChange(false)} />}
    </Dialog>
  )
}

type VideoCutProps = Pick<VideoFormProps, 'file' | 'longestSeconds' | 'onPrepared'> & {
  opened: OpenedVideo
  onClose: () => void
}

function VideoCut({ file, longestSeconds, onPrepared, opened, onClose }: VideoCutProps) {
  const { seconds } = opened
  const [{ from, to }, setPiece] = useState<VideoPiece>({ from: 0, to: Math.min(seconds, longestSeconds) })
  const [coverAt, setCoverAt] = useState(0)
  const [hasSound, setSound] = useState(true)
  const { progress, problem, convert } = useConversion()
  const preview = useRef<HTMLVideoElement>(null)
  const shownCover = Math.min(Math.max(coverAt, from), to)
  const look = (second: number) => {
    preview.current?.pause()
    if (preview.current) preview.current.currentTime = second
  }
  const cut = (piece: VideoPiece, second: number) => {
    setPiece(piece)
    look(second)
  }
  const moveFrom = (second: number) => {
    const next = Math.min(second, Math.max(0, seconds - shortestSeconds))
    cut({ from: next, to: Math.min(Math.max(to, next + shortestSeconds), next + longestSeconds, seconds) }, next)
  }
  const moveTo = (second: number) => {
    const next = Math.max(second, Math.min(seconds, shortestSeconds))
    cut({ from: Math.max(Math.min(from, next - shortestSeconds), next - longestSeconds, 0), to: next }, next)
  }
  const use = () => {
    preview.current?.pause()
    convert(async (conversion) => {
      const { convertVideo } = await loadConverter()
      const video = await convertVideo(file, { from, to, hasSound }, conversion)
      const cover = await preparePicture(await opened.frameAt(shownCover))
      onPrepared({ video, cover, seconds: to - from })
      onClose()
    })
  }
  const isBusy = progress !== null
  return (
    <Stack gap={3}>
      <video
        ref={preview}
        className={styles.preview}
        src={opened.url}
        aria-label={mediaText.preview}
        controls
        muted={!hasSound}
        playsInline
        preload="metadata"
        onPlay={({ currentTarget }) => {
          const { currentTime } = currentTarget
          if (currentTime < from || currentTime >= to - stepSeconds) currentTarget.currentTime = from
        }}
        onTimeUpdate={({ currentTarget }) => {
          if (!currentTarget.paused && currentTarget.currentTime >= to) currentTarget.pause()
        }}
      >
        <track kind="captions" />
      </video>
      <TimeSlider label={mediaText.from} seconds={seconds} value={from} disabled={isBusy} onChange={moveFrom} />
      <TimeSlider label={mediaText.to} seconds={seconds} value={to} disabled={isBusy} onChange={moveTo} />
      <Muted size="small">{mediaText.piece(to - from, longestSeconds)}</Muted>
      <TimeSlider
        label={mediaText.cover}
        seconds={seconds}
        value={shownCover}
        disabled={isBusy}
        onChange={(second) => {
          const next = Math.min(Math.max(second, from), to)
          setCoverAt(next)
          look(next)
        }}
      />
      <Muted size="small">{mediaText.coverHint}</Muted>
      <div className={styles.sound}>
        <Switch label={mediaText.sound} checked={hasSound} disabled={isBusy} onChange={setSound} />
      </div>
      <Stack gap={2} className={styles.actions}>
        {problem && <Banner tone="danger">{problem}</Banner>}
        {isBusy && <ProgressBar label={mediaText.converting} value={progress} />}
        <Row gap={2}>
          <Button variant="outline" size="small" onClick={onClose}>
            {mediaText.cancel}
          </Button>
          <Button size="small" busy={isBusy} onClick={use}>
            {mediaText.use}
          </Button>
        </Row>
      </Stack>
    </Stack>
  )
}

type Work = (conversion: { onProgress: (part: number) => void; signal: AbortSignal }) => Promise<void>

/** The work on a video, which ends with the dialog. */
function useConversion() {
  const [progress, setProgress] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const convert = (work: Work) => {
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setProblem(null)
    setProgress(0)
    work({ signal, onProgress: (part) => !signal.aborted && setProgress(part) }).then(
      () => !signal.aborted && setProgress(null),
      (error: unknown) => {
        if (signal.aborted) return
        setProgress(null)
        setProblem(error instanceof Error && error.name === 'UnfitSound' ? mediaText.unfitSound : mediaText.unfit)
      },
    )
  }
  return { progress, problem, convert }
}
