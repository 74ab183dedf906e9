/** Where the server sends the files of pictures from. */
export type PictureSource = { folder: string }
