/** Where the words of a replayed or scripted deliberation come from: episode files, cassettes, plays and people. */
@NullMarked
package dev.waggle.cli.replay;

import org.jspecify.annotations.NullMarked;
