import { compareFeeds } from '#server/testing/fuzz/random-feeds.ts'

compareFeeds({ first: 0, count: Number(process.env.WORLDS ?? 30) })
