import { Link2, Share2 } from 'lucide-react'
import { copyText } from './copy-text.ts'
import { SheetItem } from './IconRow.tsx'
import { showToast } from './toast.ts'
import { uiText } from './ui.text.ts'

type ShareLinkItemsProps = {
  /** Of a page of this server. */
  path: string
  /** What the device's menu calls it. */
  title: string
  /** Called when one was chosen. */
  onDone: () => void
}

/** Items of a menu: the link of a page, copied or handed to the device. */
export function ShareLinkItems({ path, title, onDone }: ShareLinkItemsProps) {
  const url = window.location.origin + path
  const copy = () => {
    onDone()
    void copyText(url, { copied: uiText.linkCopied, failed: uiText.linkNotCopied })
  }
  const share = () => {
    onDone()
    navigator.share({ title, url }).catch((error: unknown) => {
      // Closing the device's menu needs no message.
      if (!(error instanceof DOMException && error.name === 'AbortError')) showToast(uiText.notShared, 'danger')
    })
  }
  return (
    <>
      <SheetItem icon={<Link2 size={20} />} onClick={copy}>
        {uiText.copyLink}
      </SheetItem>
      {'share' in navigator && (
        <SheetItem icon={<Share2 size={20} />} onClick={share}>
          {uiText.share}
        </SheetItem>
      )}
    </>
  )
}
