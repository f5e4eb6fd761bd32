package dev.waggle.cli.learning;

import dev.waggle.review.outcome.ToldOutcome;
import org.jspecify.annotations.Nullable;

/**
 * Row of a file of truths.
 *
 * @param number its number, from 0
 * @param location the file and the line, for messages
 * @param run the id of the run
 * @param told its outcome
 * @param type the type of its task; {@code null} if the row names none
 */
record TruthRow(int number, String location, String run, ToldOutcome told, @Nullable String type) {}
