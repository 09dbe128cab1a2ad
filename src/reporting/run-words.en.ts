import type { RunWords } from './run-words.ts';

const AGAIN = 'The next run tries again. If it keeps happening, ask whoever runs the server.';
const TLS = 'Use https://. In a private network, the job can allow http (allowPrivate).';
const PATH = 'Check the path in the job, and what the user may do there.';
const FILE =
  'Check the path in the job, and that its drive is connected. For a file that is not always there, use a pattern (*.csv).';

/** Why a run did not fetch its files, or did not take one of them, and what to do. */
export const ENGLISH: RunWords = {
  abandoned: () => 'bilag stopped before the run was finished. The next run fetches what is left.',
  absent: (f) => `${f('at')} has no such file (status ${f('status')}). Check fetch.url in the job.`,
  certificate: (f) => `The certificate of ${f('at')} can’t be trusted: “${f('said')}” Ask whoever runs the server.`,
  compressed: (f) =>
    `${f('at')} compresses the file in a way that was not asked for (${f('encoding')}). Ask whoever runs the server to send it as it is.`,
  credentials: () => 'fetch.sftp has neither a password nor a private key. Add one of them to the job.',
  denied: (f) =>
    `${f('at')} does not give bilag the file (status ${f('status')}). Check fetch.headers in the job, and whether the token has expired.`,
  folder: () => 'Folders are not received. Put the files themselves here; unpack a packed folder first.',
  garbled: (f) => `The reply of ${f('at')} can’t be used.${f('said') && ` “${f('said')}”`} ${AGAIN}`,
  'header-wrong': (f) => `fetch.headers.${f('header')} can’t be sent. Correct it in the job, or remove it.`,
  'host-key': (f) =>
    `${f('at')} shows the key ${f('key')}, and the job does not say which key is right. Nothing was sent. Compare it with the fingerprint you have from whoever runs the server. If they are the same, add it to the job: hostKey: "${f('fingerprint')}"`,
  'host-key-other': (f) =>
    `${f('at')} shows the key ${f('key')}; the job expects ${f('expected')}. It may be another server. Nothing was sent. Ask whoever runs the server whether the key was changed. Only then correct hostKey in the job.`,
  'host-unknown': (f) => `The server ${f('at')} was not found. Check the address in the job, and the network.`,
  'inbox-name': (f) =>
    `The job takes files with names like ${f('match')}. Rename the file, put it into the folder of another job, or add its name to file.match in the job.`,
  'inbox-root': (f) =>
    `It is directly in the inbox, so bilag does not know which job it is for. Put it into the folder of its job${f('jobs') && `: ${f('jobs')}`}.`,
  interrupted: (f) => `${f('at')} broke the connection. ${AGAIN}`,
  'job-absent': (f) =>
    `There is no job ${f('job')}, or its file has errors. Put the file into the folder of another job, or set up the job.`,
  'length-unknown': (f) =>
    `${f('at')} does not say how long the file is, so bilag could not see if it were cut off. Ask whoever runs the server to send Content-Length.`,
  link: () => 'It is a link, and bilag follows no links. Put a copy of the file itself here.',
  'name-wrong': () => 'The file has a name that can’t be used. Rename it on the server.',
  'no-file': (f) =>
    `${f('path') || 'This'} is a folder or a link, not a file. Name the file itself, or a pattern such as *.csv.`,
  'not-listed': (f) => `${f('path')} can’t be read on the server: “${f('said')}” ${PATH}`,
  'not-moved': (f) =>
    `It was received, but can’t be moved or deleted on the server: “${f('said')}” Check fetch.sftp.after in the job, and what the user may do there.`,
  'not-sftp': (f) => `${f('at')} does not answer as an SFTP server: “${f('said')}” Check host and port in the job.`,
  'path-absent': (f) => `${f('path')} does not exist. ${FILE}`,
  private: (f) =>
    `${f('at')} is in a private network or on this machine. If that is meant, allow it in the job (allowPrivate: true).`,
  'private-key': (f) =>
    `The private key can’t be used: “${f('said')}” Check fetch.sftp.privateKey and passphrase in the job.`,
  redirected: (f) => `${f('at')} redirects without end. Check fetch.url in the job.`,
  refused: (f) => `${f('at')} refuses the connection. Check address and port in the job.`,
  'signed-out': (f) => `${f('at')} rejects the user ${f('user')}. Check user and password or key in the job.`,
  silent: (f) => `${f('at')} does not answer. ${AGAIN}`,
  slow: (f) => `${f('at')} took too long. ${AGAIN}`,
  special: () => 'It is neither a file nor a folder. Remove it.',
  'not-readable': () => 'The user that runs bilag may not read it. Give that user the right to, and put it in again.',
  status: (f) => `${f('at')} answered with status ${f('status')} instead of the file. Check fetch.url in the job.`,
  stopped: () => 'The run was stopped. The next run continues.',
  system: (f) => `The files can’t be fetched: “${f('said')}” An administrator has to correct that.`,
  'too-often': (f) => `${f('at')} is asked too often (status ${f('status')}). Run the job less often.`,
  troubled: (f) => `${f('at')} has an error (status ${f('status')}). ${AGAIN}`,
  unencrypted: (f) => `The connection to ${f('at')} would not be encrypted. ${TLS}`,
  unmatched: (f) => `${f('path')} does not match file.match in the job (${f('match')}). Add a pattern that fits.`,
  unreachable: (f) => `${f('at')} can’t be reached (${f('said')}). Check the network and the firewall.`,
  unreadable: (f) => `${f('path') || 'The file'} can’t be read: “${f('said')}” ${PATH}`,
  'url-wrong': (f) =>
    `fetch.url (${f('url')}) is not a web address that can be used. Check its variables. User and password belong in fetch.headers.`,
  variables: (f) =>
    `The job needs variables that are not set: ${f('variables')}. An administrator has to set them and restart bilag.`,
  'web-page': () =>
    'The server sent a web page instead of a file. Open fetch.url in a browser; check fetch.headers, and whether the token has expired.',
};
