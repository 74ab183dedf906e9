// Limits that the server checks and the page applies while one types. Without zod, so that the page can load them.

/** Characters. */
export const postTextLimit = 2000
/** The description of a picture. */
export const pictureAltLimit = 1000
export const commentTextLimit = 1000
export const messageTextLimit = 2000
export const spottedTextLimit = 140
export const storyCaptionLimit = 200
export const bioLimit = 320
export const reportTextLimit = 500
export const moderatorNoteLimit = 500
/** Characters of the terms or the privacy policy. */
export const legalTextLimit = 30_000
/** Spotted posts of a person or place are counted up to this number. */
export const countedSpotted = 1000
/** Open reports are counted up to this number. */
export const countedReports = 100
export const announcementTextLimit = 500
/** Announcements that are shown at once. */
export const shownAnnouncements = 3
export const invitationNoteLimit = 100
/** People who may use one invitation. */
export const invitationUsesLimit = 100
export const invitationLifetimesDays = [1, 7, 30] as const
/** Addresses and domains that may not register. */
export const blockedAddressesLimit = 10_000
/** Of a post's video. `bitsPerSecond`: what the app makes; a third more is taken. Sides in pixels, after rotation. */
export const videoLimits = { seconds: 60, longerSide: 1280, shorterSide: 720, bitsPerSecond: 3_000_000 } as const
/** Baseline, Main and High: the profiles of H.264 that browsers play. */
export const h264Profiles: readonly number[] = [66, 77, 100]
/** Seconds of a story's video. */
export const storyVideoSeconds = 30
/** How far the streets of a map reach to each side of a town's middle, in kilometres. */
export const streetsKm = { smallest: 1, largest: 200, default: 12 }
export const streetsAddressLimit = 500
export const passkeyNameLimit = 60
export const tokenNameLimit = 60
/** Tokens of one person. */
export const accessTokensLimit = 20
export const usernameLimit = 30
export const displayNameLimit = 40
export const passwordLength = { min: 8, max: 200 }
export const searchTextLimit = 100
/** Letters and digits of a search in posts: fewer match too much. */
export const minSearchedLetters = 3
export const placeNameLimit = 80
export const eventTitleLimit = 80
export const eventDescriptionLimit = 500
export const claimNameLimit = 100
export const claimMessageLimit = 2000

export const hasEnoughLetters = (words: string): boolean =>
  (words.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= minSearchedLetters

/** Replies to one comment. */
export const repliesLimit = 500
/** Coming events of a place are counted up to this. */
export const countedEvents = 100

/** Rows of a list of the original interface that is asked for without a page. */
export const wholeListRows = 100
/** Posts of a page of a profile or place in the web app. */
export const postsPageSize = 10
/** Rows that a page by `offset` skips: the web app continues by cursor. */
export const maxPageOffset = 1000
/** Pictures of one post. */
export const postPicturesLimit = 10
/** Posts that one account has saved. */
export const bookmarksLimit = 5000
/** People and places that one account has muted. */
export const mutesLimit = 1000
/** Passkeys of one account. */
export const passkeysLimit = 10
/** Live stories of one person. */
export const liveStoriesLimit = 100
/** People per `getStoryRings`. */
export const ringsLimit = 50
/** Conversations per `markMessagesReceived`. */
export const receivedConversationsLimit = 50
/** Posts whose changes one event stream reports. */
export const watchedPostsLimit = 50

/** How long the author of a message may delete it for both. */
export const deletableForBothMs = 60 * 60 * 1000

/** Metres from a person's zone within which a new post may notify them (specification, "Constants"). */
export const notifyRadius = { largest: 5000, step: 10, default: 50 }
