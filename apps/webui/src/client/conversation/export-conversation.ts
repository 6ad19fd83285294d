/** Where the whole conversation is as one HTML file with its images. */
export function exportPath(threadId: string): string {
  return `/api/threads/${encodeURIComponent(threadId)}/export`;
}

/** Starts the download, as a press on a link to it does. */
export function exportConversation(threadId: string): void {
  const link = document.createElement('a');
  link.href = exportPath(threadId);
  link.download = '';
  link.click();
}
