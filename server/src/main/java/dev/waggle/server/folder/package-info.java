/**
 * One process that owns a data folder, and the commands that use the folder through it. Here are the operations of the
 * owner, the files by which it is found, and the remote journal and inboxes of the commands.
 */
@NullMarked
package dev.waggle.server.folder;

import org.jspecify.annotations.NullMarked;
