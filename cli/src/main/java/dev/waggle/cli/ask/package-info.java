/**
 * Questions of a file put to models, each alone and without debate. It reads the questions, calls the models under a
 * budget, records, and reports on the council of the models. The metrics are computed in
 * {@code dev.waggle.review.evaluation.council}. It also asks a model to judge the answer of a run.
 */
@NullMarked
package dev.waggle.cli.ask;

import org.jspecify.annotations.NullMarked;
