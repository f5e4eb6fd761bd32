/**
 * Questions of a file put to models, alone and without debate: reading questions, calls under a budget, a recording that
 * continues, and reports on what a council of the models brings. The metrics are computed in
 * {@code dev.waggle.review.evaluation.council}.
 */
@NullMarked
package dev.waggle.cli.ask;

import org.jspecify.annotations.NullMarked;
