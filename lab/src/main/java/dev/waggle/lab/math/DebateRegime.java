package dev.waggle.lab.math;

import java.util.Arrays;
import java.util.BitSet;
import java.util.random.RandomGenerator;

/**
 * Source of opinions in a simulated debate. One of the proposals is the truth. A regime decides which proposal agents
 * favour and the confidence that they state.
 */
enum DebateRegime {
    /** Each agent finds the truth by itself, with 60 %. */
    CLEAR("independent, clearly better") {
        @Override
        void draw(Table table, RandomGenerator random) {
            table.each(agent -> table.favour(agent, table.find(0.6, random), 0.5 + 0.5 * random.nextDouble()));
        }
    },
    /** Each agent finds the truth by itself, with 40 %. */
    SLIGHT("independent, slightly better") {
        @Override
        void draw(Table table, RandomGenerator random) {
            table.each(agent -> table.favour(agent, table.find(0.4, random), 0.5 + 0.5 * random.nextDouble()));
        }
    },
    /** Random guesses: the truth is found as often as any other proposal. */
    COIN("coin flips") {
        @Override
        void draw(Table table, RandomGenerator random) {
            table.each(agent -> table.favour(agent, table.find(1.0 / table.options, random),
                    0.5 + 0.5 * random.nextDouble()));
        }
    },
    /** Two camps that do not move; the truth is with one of them. */
    CAMPS("two camps") {
        @Override
        void draw(Table table, RandomGenerator random) {
            int rival = (table.truth + 1) % table.options;
            table.each(agent -> table.favour(agent, agent % 2 == 0 ? table.truth : rival, 0.9));
        }
    },
    /** Half of the agents say what one common source says, which is right with 60 %; the others look themselves. */
    CORRELATED("correlated, one common source") {
        @Override
        void draw(Table table, RandomGenerator random) {
            int common = table.find(0.6, random);
            table.each(agent -> table.favour(agent, random.nextBoolean() ? common : table.find(0.6, random), 0.8));
        }
    },
    /** Three cliques, each of one mind, each right with 60 %. */
    CLIQUES("three cliques") {
        @Override
        void draw(Table table, RandomGenerator random) {
            int[] minds = new int[3];
            Arrays.setAll(minds, clique -> table.find(0.6, random));
            table.each(agent -> table.favour(agent, minds[agent % minds.length], 0.8));
        }
    },
    /** One agent knows and is sure; the others guess and say that they are unsure. */
    MINORITY("one strong minority") {
        @Override
        void draw(Table table, RandomGenerator random) {
            table.each(agent -> table.favour(agent, agent == 0 ? table.truth : table.find(0.3, random),
                    agent == 0 ? 1 : 0.3 + 0.2 * random.nextDouble()));
        }
    },
    /** Two of five agents are one attacker who pushes one wrong answer, fully sure; the others find the truth with 60 %. */
    SYBILS("sybils") {
        @Override
        void draw(Table table, RandomGenerator random) {
            int wrong = (table.truth + 1) % table.options;
            table.each(agent -> {
                if (agent % 5 < 2) {
                    table.attack(agent, wrong);
                } else {
                    table.favour(agent, table.find(0.6, random), 0.5 + 0.5 * random.nextDouble());
                }
            });
        }
    },
    /** Drift: every agent begins with a guess and turns to the truth with 15 % in each round. */
    DRIFT("drifting to the truth") {
        @Override
        void draw(Table table, RandomGenerator random) {
            table.each(agent -> table.favour(agent, table.find(1.0 / table.options, random), 0.7));
        }

        @Override
        void move(Table table, RandomGenerator random) {
            table.each(agent -> {
                if (random.nextDouble() < 0.15) {
                    table.favour(agent, table.truth, 0.8);
                }
            });
        }
    };

    private final String title;

    DebateRegime(String title) {
        this.title = title;
    }

    String title() {
        return title;
    }

    /** Assigns the first favourite of each agent. */
    abstract void draw(Table table, RandomGenerator random);

    /** Changes the favourites of some agents before a round; of none in most regimes. */
    void move(Table table, RandomGenerator random) {}

    /** Opinions around a table. Owned by one thread. */
    static final class Table {

        final int options;
        final int truth;
        private final int[] favourites;
        private final double[] sure;
        private final BitSet attackers = new BitSet();

        Table(int agents, int options, int truth) {
            this.options = options;
            this.truth = truth;
            favourites = new int[agents];
            sure = new double[agents];
        }

        int agents() {
            return favourites.length;
        }

        void each(java.util.function.IntConsumer step) {
            for (int agent = 0; agent < favourites.length; agent++) {
                step.accept(agent);
            }
        }

        void favour(int agent, int option, double confidence) {
            favourites[agent] = option;
            sure[agent] = confidence;
        }

        /** An agent that pushes an option, whatever it thinks, and claims to be sure. */
        void attack(int agent, int option) {
            favour(agent, option, 1);
            attackers.set(agent);
        }

        boolean isHonest(int agent) {
            return !attackers.get(agent);
        }

        int favourite(int agent) {
            return favourites[agent];
        }

        double confidence(int agent) {
            return sure[agent];
        }

        /** The truth with that probability, else one of the others. */
        int find(double probability, RandomGenerator random) {
            return random.nextDouble() < probability ? truth : (truth + 1 + random.nextInt(options - 1)) % options;
        }
    }
}
