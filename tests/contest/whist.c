/* Searches the first round of a perfect individual movement, which goes round: everybody has everybody else as partner
   once and as opponent twice, and nobody meets a set twice. individuals.py says how a movement goes on.

   In the course of the rounds a couple of the first round becomes all couples of the same distance. So at its tables
   each distance has to occur once between partners and twice between opponents. And a player meets no set twice if all
   distances from the players of a table to its set differ. In a barometer, any set will do.

   whist SEED PLAYERS BAROMETER prints what individuals prints. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 32, PATIENCE = 5000000 };

static int players, barometer, rounds, tables, stays; /* Where four divides the players, the last one stays. */
static int places[MOST], deals[MOST / 4], seated[MOST], partners[MOST], opponents[MOST], met[MOST], used[MOST];
static long steps;
static unsigned long long state;

static int lot(int below) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (int)((state >> 33) % below);
}

/* 0 for couples with the player who stays, which are always right. */
static int distance(int one, int other) {
    int there = abs(one - other);
    return one == rounds || other == rounds ? 0 : 2 * there < rounds ? there : rounds - there;
}

static int count(int counted[MOST], int one, int other, int most) {
    int far = distance(one, other);
    return ++counted[far] <= most || !far;
}

static int deal(int table) {
    if (table == tables)
        return 1;
    for (int set = 0; set < rounds; set++) {
        int seat = 4 * table, fits = !used[set], first = seat;
        for (; fits && seat < first + 4; seat++)
            if (places[seat] != rounds)
                fits = !met[(places[seat] - set + rounds) % rounds]++;
        used[set]++, deals[table] = set;
        if (fits && deal(table + 1))
            return 1;
        used[set]--;
        while (seat-- > first)
            if (places[seat] != rounds)
                met[(places[seat] - set + rounds) % rounds]--;
    }
    return 0;
}

/* Seats somebody at the next place who fits, and all others after that. */
static int seat(int place) {
    int *at = places + place / 4 * 4, side = place % 4, order[MOST], free = 0;
    if (place == 4 * tables)
        return barometer || deal(0);
    for (int player = 0; player < players; player++)
        if (!seated[player] && (stays || player))
            order[free++] = player;
    if (place == 0 && stays)
        order[0] = rounds, free = 1;
    else if (side == 0)
        free = 1; /* Somebody has to have the first number. */
    for (; free && ++steps < PATIENCE; free--) {
        int drawn = lot(free), player = order[drawn], fits = 1;
        order[drawn] = order[free - 1];
        places[place] = player, seated[player] = 1;
        if (side == 1 || side == 3)
            fits = count(opponents, player, at[0], 2);
        if (side == 2)
            fits = count(partners, player, at[0], 1) & count(opponents, player, at[1], 2);
        if (side == 3)
            fits &= count(partners, player, at[1], 1) & count(opponents, player, at[2], 2);
        if (fits && seat(place + 1))
            return 1;
        seated[player] = 0;
        if (side == 1 || side == 3)
            opponents[distance(player, at[0])]--;
        if (side == 2)
            partners[distance(player, at[0])]--, opponents[distance(player, at[1])]--;
        if (side == 3)
            partners[distance(player, at[1])]--, opponents[distance(player, at[2])]--;
    }
    return 0;
}

int main(int words, char **word) {
    if (words != 4)
        return 2;
    state = strtoull(word[1], 0, 10) * 0x9E3779B97F4A7C15ULL + 1;
    players = atoi(word[2]), barometer = atoi(word[3]), tables = players / 4, stays = players % 4 == 0, rounds = players - stays;
    do {
        memset(seated, 0, sizeof seated), memset(met, 0, sizeof met), memset(used, 0, sizeof used);
        memset(partners, 0, sizeof partners), memset(opponents, 0, sizeof opponents);
        steps = 0;
    } while (!seat(0));
    printf("0 0 0.0");
    for (int place = 0; place < 4 * tables; place++)
        printf(" %d", places[place]);
    if (!stays)
        printf(" 0");
    for (int table = 0; table < tables; table++)
        printf(" %d", deals[table]);
    puts("");
    return 0;
}
