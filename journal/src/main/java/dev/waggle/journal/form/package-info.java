/**
 * Signals in the forms of other systems, both ways without loss: one form a family, distinguished by the fields. Data
 * of Waggle only is in one further field; the spelling of numbers and times is stored. CloudEvents are in {@code
 * dev.waggle.journal.cloudevent}, whole files in {@code dev.waggle.journal.exchange}.
 */
@NullMarked
package dev.waggle.journal.form;

import org.jspecify.annotations.NullMarked;
