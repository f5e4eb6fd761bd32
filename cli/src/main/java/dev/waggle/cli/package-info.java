/**
 * The command {@code waggle}: commands, flags and the wiring of everything. What the commands need lives in the rooms
 * below: {@code terminal} (how things are shown), {@code decide} (files of votes), {@code replay} (recorded episodes,
 * cassettes and seats).
 */
@NullMarked
package dev.waggle.cli;

import org.jspecify.annotations.NullMarked;
