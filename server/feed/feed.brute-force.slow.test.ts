import { compareFeeds } from '#server/testing/fuzz/random-feeds.ts'

compareFeeds({ first: 30, count: 70 })
