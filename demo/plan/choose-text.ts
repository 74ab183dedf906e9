import type { Random } from '#demo/random.ts'
import { type TimeOfDay, type PostText, postTexts, type Setting, type Voice } from './post-texts.ts'

type PostContext = { kind: string; name: string; town: string; hour: number; voice: Voice }

const settings: Record<string, Setting> = {
  station: 'station',
  beach: 'beach',
  university: 'university',
  museum: 'museum',
  park: 'park',
  market: 'market',
  theatre: 'show',
  monument: 'sight',
  church: 'sight',
  bridge: 'sight',
  castle: 'sight',
  viewpoint: 'sight',
}

/** The texts for squares treat {luogo} as feminine, which is right only for a Piazza. */
const settingOf = ({ kind, name }: PostContext): Setting => {
  if (kind === 'square') return name.startsWith('Piazz') ? 'square' : 'sight'
  return settings[kind] ?? 'town'
}

function timeOfDayAt(hour: number): TimeOfDay {
  if (hour >= 5 && hour < 12) return 'morning'
  return hour >= 12 && hour < 18 ? 'afternoon' : 'evening'
}

/** Settings whose texts fit as well, when all of a setting have been used. */
const relatedSettings: Partial<Record<Setting, Setting>> = {
  sight: 'square',
  square: 'town',
  museum: 'sight',
  show: 'square',
  market: 'square',
}

/** A text may be repeated after this many posts. */
const minPostsBetweenUses = 80

/** Returns a function that chooses the least used text, and repeats none in a town or soon while another one fits. */
export function createTextChooser(random: Random): (context: PostContext) => string {
  const uses = new Map<PostText, { times: number; last: number }>()
  const usedInTown = new Set<string>()
  let postNumber = 0
  return (context) => {
    postNumber += 1
    const setting = settingOf(context)
    const penaltyOf = (text: PostText): number => {
      const { times, last } = uses.get(text) ?? { times: 0, last: -Infinity }
      const repeated = usedInTown.has(`${context.town} ${text.text}`) ? 100 : 0
      const recent = postNumber - last < minPostsBetweenUses ? 50 : 0
      return times + repeated + recent + (text.setting === setting ? 0 : 1.5)
    }
    const text = random.shuffled(fittingTexts(context, setting)).toSorted((a, b) => penaltyOf(a) - penaltyOf(b))[0]
    if (!text) throw new Error(`no text fits ${context.name}`)
    uses.set(text, { times: (uses.get(text)?.times ?? 0) + 1, last: postNumber })
    usedInTown.add(`${context.town} ${text.text}`)
    return text.text.replaceAll('{luogo}', context.name).replaceAll('{citta}', context.town)
  }
}

function fittingTexts({ hour, voice }: PostContext, setting: Setting): PostText[] {
  const timeOfDay = timeOfDayAt(hour)
  const suitable = postTexts.filter(
    (text) => (text.timeOfDay === timeOfDay || text.timeOfDay === 'any') && (!text.voice || text.voice === voice),
  )
  const borrowed = suitable.filter(
    (text) => text.setting === relatedSettings[setting] && !text.text.includes('{luogo}'),
  )
  return [...suitable.filter((text) => text.setting === setting), ...borrowed]
}
