/** The sizes of what is on the canvas, in pixels. The styles of the boxes have the same. */
export const BOX = { width: 264, height: 78 }
/** The end of a connection without a target: space for its button. */
export const LOOSE = { width: 176, height: 30 }

/** Between branches. */
export const BRANCH_GAP = 36
/** Between two rows: room for the button on the line, and for the names of branches above it. */
export const ROW_GAP = 62
export const NAMED_ROW_GAP = 100
/** How far below a box its line turns to the branches, and how far above a box the lines to it meet. */
export const TURN = 16
/** From the turn to the middle of the name, and of the button. */
export const TO_NAME = 20
export const TO_BUTTON = 46

/** To the right of a branch's line: how many of the runs took it. */
export const SHARE = 116

// Two lines beside each other leave room for that.
const [LETTER, PADDING, NARROWEST] = [6.6, 22, 96]

/** A line that goes down beside other branches is as wide as its name. */
export const laneWidth = (label: string): number =>
  Math.min(BOX.width, Math.max(NARROWEST, Math.ceil(label.length * LETTER + PADDING)))
