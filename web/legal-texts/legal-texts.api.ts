import { queryOptions, useMutation } from '@tanstack/react-query'
import type { Input } from '#contract/calls.ts'
import type { LegalTextKind } from '#contract/legal-texts.ts'
import { call } from '#web/platform/api.ts'
import { cursorQuery } from '#web/platform/cursor-query.ts'
import { queryClient } from '#web/platform/query-client.ts'
import { showToast } from '#web/ui/toast.ts'
import { takePreloadedText } from './preloaded-text.ts'

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

/** The preview of a text, as the server parses it. */
export const previewQuery = (body: string) =>
  queryOptions({
    queryKey: [...queryKey, 'previewLegalText', body],
    queryFn: async ({ signal }) => (await call('previewLegalText', { body }, signal)).blocks,
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
