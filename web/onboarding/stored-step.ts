import { readStorage, writeStorage } from '#web/platform/storage.ts'

/** The step that somebody has reached on this device, from 1. */
export const storedStep = (userId: number) => Number(readStorage(`onboarding-step-${userId}`) ?? 1) || 1

export const storeStep = (userId: number, step: number) => writeStorage(`onboarding-step-${userId}`, String(step))
