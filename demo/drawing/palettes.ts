/** The colours of a time of day. All colours of a picture are tinted with them, so that its parts match. */
export type Palette = {
  sky: [top: string, middle: string, low: string]
  /** The sun, or the moon by night. */
  light: string
  hills: [far: string, middle: string, near: string]
  tint: string
  tintShare: number
  water: [near: string, deep: string]
  ink: string
  /** The share of windows that are lit. */
  litWindowsShare: number
  isDark: boolean
}

export const palettes = {
  dawn: {
    sky: ['#7b93d1', '#eab4c2', '#ffdfc2'],
    light: '#fff4dc',
    hills: ['#b79fca', '#8f7ab6', '#625596'],
    tint: '#ffcfc4',
    tintShare: 0.2,
    water: ['#ecbfc4', '#5a63a3'],
    ink: '#3b3467',
    litWindowsShare: 0.12,
    isDark: false,
  },
  morning: {
    sky: ['#7fb6e2', '#c4e0ea', '#fff0d4'],
    light: '#fffbe9',
    hills: ['#a8bddb', '#7f9bc6', '#587aa8'],
    tint: '#fff1d8',
    tintShare: 0.14,
    water: ['#a5d5df', '#2f6c9c'],
    ink: '#2d4270',
    litWindowsShare: 0,
    isDark: false,
  },
  gold: {
    sky: ['#ef9f5a', '#f8c583', '#ffeac0'],
    light: '#fffae4',
    hills: ['#dba283', '#b4756f', '#80506c'],
    tint: '#ffbe68',
    tintShare: 0.24,
    water: ['#f8cd92', '#87587c'],
    ink: '#4b2c4e',
    litWindowsShare: 0.1,
    isDark: false,
  },
  dusk: {
    sky: ['#8a5bd6', '#f7a077', '#ffd9a8'],
    light: '#fff3d6',
    hills: ['#a279bd', '#7350a8', '#4f3688'],
    tint: '#ffb27a',
    tintShare: 0.12,
    water: ['#f7a077', '#3b2d6b'],
    ink: '#33235f',
    litWindowsShare: 0.35,
    isDark: false,
  },
  ember: {
    sky: ['#43297c', '#c24a80', '#ffa061'],
    light: '#ffe9bd',
    hills: ['#94488f', '#643580', '#402668'],
    tint: '#ff7d62',
    tintShare: 0.26,
    water: ['#e06d78', '#2a1c54'],
    ink: '#28184f',
    litWindowsShare: 0.4,
    isDark: false,
  },
  blue: {
    sky: ['#232c6b', '#6455a6', '#f2a58f'],
    light: '#ffe7c4',
    hills: ['#6a60a6', '#474589', '#2e2f69'],
    tint: '#5d5cb4',
    tintShare: 0.4,
    water: ['#9a76ad', '#171c4c'],
    ink: '#171a45',
    litWindowsShare: 0.6,
    isDark: true,
  },
  night: {
    sky: ['#12163f', '#272d69', '#544d90'],
    light: '#fdf3d0',
    hills: ['#3c4184', '#2a2f6a', '#1c2050'],
    tint: '#2e337c',
    tintShare: 0.54,
    water: ['#454789', '#0f1238'],
    ink: '#0e1133',
    litWindowsShare: 0.66,
    isDark: true,
  },
  mist: {
    sky: ['#bba9cf', '#ecccc6', '#fdeddc'],
    light: '#fffaf0',
    hills: ['#d0b9cb', '#ab94b8', '#7c6a94'],
    tint: '#efd6d4',
    tintShare: 0.3,
    water: ['#ead0ca', '#8a7aa4'],
    ink: '#51466f',
    litWindowsShare: 0.16,
    isDark: false,
  },
} as const satisfies Record<string, Palette>

export type PaletteName = keyof typeof palettes
export const paletteNames = Object.keys(palettes) as PaletteName[]
