import { useMutation } from '@tanstack/react-query'
import { call } from '#web/platform/api.ts'
import { sentenceOf } from '#web/platform/api-errors.ts'
import { keepUser } from '#web/platform/current-user.ts'
import { showToast } from '#web/ui/toast.ts'

/** Once it is completed, the guards lead on. */
export const useCompleteOnboarding = () =>
  useMutation({
    mutationFn: async () => keepUser((await call('completeOnboarding', {})).user),
    onError: (error) => showToast(sentenceOf(error), 'danger'),
  })
