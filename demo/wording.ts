import type { Chance } from './chance.ts'
import { type Moment, type PostText, postTexts, type Setting, type Voice } from './texts.ts'

type Occasion = { kind: string; name: string; town: string; hour: number; voice: Voice }

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

/** The texts of a square say "in {luogo}" and make it feminine, which only a Piazza bears. */
const settingOf = ({ kind, name }: Occasion): Setting => {
  if (kind === 'square') return name.startsWith('Piazz') ? 'square' : 'sight'
  return settings[kind] ?? 'town'
}

const momentAt = (hour: number): Moment =>
  hour >= 5 && hour < 12 ? 'mattina' : hour >= 12 && hour < 18 ? 'pomeriggio' : 'sera'

/** Where a setting runs out of fresh words, these fit as well. */
const neighbours: Partial<Record<Setting, Setting>> = {
  sight: 'square',
  square: 'town',
  museum: 'sight',
  show: 'square',
  market: 'square',
}

const freshAgainAfter = 80

/** Hands out the text that was used least, and none twice in a town or soon after while another fits. */
export function textChooser(chance: Chance): (occasion: Occasion) => string {
  const uses = new Map<PostText, { times: number; last: number }>()
  const heard = new Set<string>()
  let turn = 0
  return (occasion) => {
    turn += 1
    const setting = settingOf(occasion)
    const wornOut = (text: PostText): number => {
      const { times, last } = uses.get(text) ?? { times: 0, last: -Infinity }
      const repeated = heard.has(`${occasion.town} ${text.text}`) ? 100 : 0
      const recent = turn - last < freshAgainAfter ? 50 : 0
      return times + repeated + recent + (text.setting === setting ? 0 : 1.5)
    }
    const text = chance.shuffled(fitting(occasion, setting)).toSorted((a, b) => wornOut(a) - wornOut(b))[0]
    if (!text) throw new Error(`nothing to say at ${occasion.name}`)
    uses.set(text, { times: (uses.get(text)?.times ?? 0) + 1, last: turn })
    heard.add(`${occasion.town} ${text.text}`)
    return text.text.replaceAll('{luogo}', occasion.name).replaceAll('{citta}', occasion.town)
  }
}

function fitting({ hour, voice }: Occasion, setting: Setting): PostText[] {
  const moment = momentAt(hour)
  const sayable = postTexts.filter(
    (text) => (text.moment === moment || text.moment === 'sempre') && (!text.voice || text.voice === voice),
  )
  const borrowed = sayable.filter((text) => text.setting === neighbours[setting] && !text.text.includes('{luogo}'))
  return [...sayable.filter((text) => text.setting === setting), ...borrowed]
}
