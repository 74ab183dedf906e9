import { Plus } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { errorMessage } from '#web/platform/api-errors.ts'
import { useConfirm } from '#web/ui/ConfirmDialog.tsx'
import { CopyDialog, type CopyDialogWords } from '#web/ui/CopyDialog.tsx'
import { DialogButton } from '#web/ui/DialogButton.tsx'
import { IconRow, type IconRowProps } from '#web/ui/IconRow.tsx'
import { Stack } from '#web/ui/Layout.tsx'
import { LoadFailure } from '#web/ui/LoadFailure.tsx'
import { NextPage, type NextPageProps } from '#web/ui/NextPage.tsx'
import { SettingsExplanation, SettingsSection } from './SettingsSection.tsx'

type EditableSectionProps = {
  title: string
  /** An explanation of the fields. */
  text: string
  addLabel: string
  /** The reason why none can be added, or null. */
  unavailableReason: string | null
  /** Opens the dialog that adds one. */
  onAdd: () => void
  /** The rows. */
  children: ReactNode
}

/** A section of things of one kind, to which more can be added. */
export const EditableSection = ({
  title,
  text,
  addLabel,
  unavailableReason,
  onAdd,
  children,
}: EditableSectionProps) => (
  <SettingsSection title={title}>
    <SettingsExplanation>{text}</SettingsExplanation>
    {children}
    {unavailableReason ? (
      <SettingsExplanation>{unavailableReason}</SettingsExplanation>
    ) : (
      <Stack padding="3 4">
        <DialogButton wide variant="soft" icon={<Plus size={20} aria-hidden />} onClick={onAdd}>
          {addLabel}
        </DialogButton>
      </Stack>
    )}
  </SettingsSection>
)

type Removal<Item> = {
  label: string
  title: string
  text: (item: Item) => string
  danger?: boolean
  remove: (id: number) => Promise<unknown>
}

type ListSectionProps<Item> = {
  title: string
  text: string
  addLabel: string
  /** The reason why none can be added. */
  unavailableReason?: string | null
  /** Where the items come page by page. */
  query?: NextPageProps['query'] & { isError: boolean; error: Error | null; refetch: () => unknown }
  /** Undefined until they are loaded. */
  items: readonly Item[] | undefined
  icon: ReactNode
  row: (item: Item) => Pick<IconRowProps, 'title' | 'note' | 'marked'> & { isRemovable?: boolean }
  removal: Removal<Item>
  /** The dialog that adds an item. */
  createDialog: ComponentType<{ open: boolean; onClose: () => void; onCreated: (secret: string) => void }>
  /** The words about the secret of a new item. */
  secretWords?: CopyDialogWords
  /** Shown before the rows. */
  children?: ReactNode
}

/** A list of things of one kind, which are added and removed in dialogs. */
export function ListSection<Item extends { id: number }>({
  title,
  text,
  addLabel,
  unavailableReason = null,
  query,
  items,
  icon,
  row,
  removal,
  createDialog: CreateDialog,
  secretWords,
  children,
}: ListSectionProps<Item>) {
  const [openDialog, setOpenDialog] = useState<'create' | 'secret' | null>(null)
  const [secret, setSecret] = useState('')
  const { confirm, confirmation } = useConfirm()
  const close = () => setOpenDialog(null)
  const askToRemove = (item: Item) =>
    confirm({
      danger: removal.danger ?? false,
      title: removal.title,
      text: removal.text(item),
      confirmLabel: removal.label,
      onConfirm: () => removal.remove(item.id),
    })
  return (
    <>
      <EditableSection
        title={title}
        text={text}
        addLabel={addLabel}
        unavailableReason={unavailableReason}
        onAdd={() => setOpenDialog('create')}
      >
        {!items && query?.isError && (
          <LoadFailure text={errorMessage(query.error)} onRetry={() => void query.refetch()} />
        )}
        {children}
        {items?.map((item) => {
          const { isRemovable = true, ...words } = row(item)
          return (
            <IconRow key={item.id} icon={icon} {...words}>
              {isRemovable && (
                <DialogButton size="small" variant="outline" onClick={() => askToRemove(item)}>
                  {removal.label}
                  <span className="visually-hidden"> {words.title}</span>
                </DialogButton>
              )}
            </IconRow>
          )
        })}
        {query && <NextPage query={query} />}
      </EditableSection>
      <CreateDialog
        open={openDialog === 'create'}
        onClose={close}
        onCreated={(created) => {
          setSecret(created)
          setOpenDialog('secret')
        }}
      />
      {secretWords && (
        <CopyDialog
          {...secretWords}
          value={secret}
          open={openDialog === 'secret'}
          onClose={() => {
            close()
            setSecret('')
          }}
        />
      )}
      {confirmation}
    </>
  )
}
