/** Files that a user names: looked at first, read up to a limit, written whole or not at all. */
@NullMarked
package dev.waggle.journal.userfile;

import org.jspecify.annotations.NullMarked;
