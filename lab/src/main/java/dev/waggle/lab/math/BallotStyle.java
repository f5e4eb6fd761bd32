package dev.waggle.lab.math;

/** Form in which the agents of a simulated debate state their opinion in a round. */
enum BallotStyle {
    /** A vote for the favourite with 70 %, else a vote against another proposal. */
    MIXED("one judgement a round"),
    /** A vote for the favourite. */
    AGREE("agree only"),
    /** A vote for the favourite, and one against each other proposal. */
    AGREE_AND_DISAGREE("agree and disagree"),
    /** A vote for the favourite, with a confidence that is higher on average if it is the truth. */
    CONFIDENCE("stated confidences");

    private final String title;

    BallotStyle(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }
}
