/**
 * Signals in the forms that other systems write them in, both ways without loss: one form a family, told apart by the
 * fields. What only Waggle knows stands under one further field; how a number or a time was spelled is remembered.
 * CloudEvents live in {@link dev.waggle.journal.cloudevent}, whole files in {@link dev.waggle.journal.exchange}.
 */
@NullMarked
package dev.waggle.journal.form;

import org.jspecify.annotations.NullMarked;
