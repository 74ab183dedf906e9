/** A failure that another attempt would repeat: its job is given up. */
export class FinalFailure extends Error {}
