/** Agents that models play: which roles there are, which model plays which, what they may use and spend. */
@NullMarked
package dev.waggle.cli.models;

import org.jspecify.annotations.NullMarked;
