import { queryOptions, useMutation } from '@tanstack/react-query'
import { urlOf } from '#contract/call-paths.ts'
import type { Input } from '#contract/calls.ts'
import type { LegalText, LegalTextKind } from '#contract/legal-texts.ts'
import { type PreloadedText, preloadedTextId } from '#contract/preloaded-data.ts'
import { call } from '#web/platform/api.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { showToast } from '#web/ui/toast.ts'

/** Takes the text that the server has put into the page out of it; undefined if it is not this one. */
function takePreloadedText(input: Input<'getLegalText'>): LegalText | undefined {
  const element = document.getElementById(preloadedTextId)
  element?.remove()
  const preloaded = JSON.parse(element?.textContent ?? 'null') as PreloadedText | null
  return preloaded?.requestUrl === urlOf('getLegalText', input) ? preloaded.response.text : undefined
}

const queryKey = ['legal-texts']

/** @param version undefined: the one in force. */
export const legalTextQuery = (kind: LegalTextKind, version: number | undefined) =>
  queryOptions({
    queryKey: [...queryKey, 'getLegalText', kind, version ?? null],
    queryFn: async ({ signal }) => (await call('getLegalText', { kind, version }, signal)).text,
    initialData: () => takePreloadedText({ kind, version }),
  })

export const versionsQuery = (kind: LegalTextKind) =>
  cursorQuery([...queryKey, 'getLegalTextVersions', kind], 'getLegalTextVersions', { kind, limit: 30 })

/** An administrator who edits a text sees at once that another has published a version. */
export const sourceQuery = (kind: LegalTextKind) =>
  queryOptions({
    queryKey: [...queryKey, 'getLegalTextSource', kind],
    queryFn: async ({ signal }) => (await call('getLegalTextSource', { kind }, signal)).source,
    staleTime: 0,
    refetchOnWindowFocus: true,
  })

/** The preview of a text, as the server renders it. */
export const previewQuery = (body: string) =>
  queryOptions({
    queryKey: [...queryKey, 'previewLegalText', body],
    queryFn: ({ signal }) => call('previewLegalText', { body }, signal),
    gcTime: 0,
  })

export const usePublishLegalText = () =>
  useMutation({
    mutationFn: (input: Pick<Input<'publishLegalText'>, 'kind' | 'body' | 'expected_version'>) =>
      call('publishLegalText', input),
    onSuccess: ({ message }) => showToast(message),
    // Also after a refusal: another administrator may have been first.
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  })
