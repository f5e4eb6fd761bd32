package dev.waggle.math.inference.crowd;

/** EM model fitted to all items, which also knows the agents. */
interface FittedModel extends LabelModel {

    /** Expected number of right answers of an agent, at least 0. */
    double rightAnswers(int agent);

    /** Number of rounds until rest. */
    int rounds();
}
