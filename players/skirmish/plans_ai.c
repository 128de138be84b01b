#include "players/skirmish/goals.h"

#define STEPS(table) table, US_COUNT(table)

/* The opponents' plans. A step's rank is 0 unless it is given. Soldiers come before more workers in
 * a plan to fight early, after them in a plan to grow. */

static const sp_step boom[] = {
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 6, .second = 18, .rank = -1},
    {1, SP_MAKE, 0, SP_HOME, "barracks", .number = 1},
    {1, SP_MAKE, SP_WITH, SP_HOME, "infantry", .number = 3},
    {1, SP_MAKE, 0, SP_MINES, "hall", .number = 2, .patience = 4000},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 10, .second = 28, .rank = 1},
    {1, SP_MAKE, SP_WITH, SP_HOME, "lumber-mill", .number = 1},
    {1, SP_MAKE, 0, SP_HOME, "mid-hall", .number = 1},
    {1, SP_MAKE, SP_WITH, SP_HOME, "blacksmith", .number = 1},
    {1, SP_MAKE, SP_WITH, SP_HOME, "stable", .number = 1},
    {1, SP_MAKE, 0, SP_HOME, "barracks", .number = 3},
    {1, SP_CLEAR, SP_AGAIN, SP_STORM, "hall", .second = 8},
    {2, SP_LEARN, SP_WITH, SP_HOME, "melee-weapon-1", .patience = 3000, .rank = 1},
    {2, SP_LEARN, SP_WITH, SP_HOME, "shield-1", .patience = 3000, .rank = 1},
    {2, SP_MAKE, 0, SP_HOME, "rider", .number = 12, .grow = 4, .most = 30},
    {1, SP_CLEAR, SP_EARLY, SP_STORM, "building", .second = 6},
    {2, SP_MAKE, 0, SP_HOME, "rider", .number = 12, .grow = 4, .most = 30},
};

static const sp_step footman_rush[] = {
    {1, SP_MAKE, SP_WITH, SP_HOME, "worker", .number = 6},
    {1, SP_MAKE, 0, SP_HOME, "barracks", .number = 1, .rank = -1},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 4, .second = 9, .rank = 1},
    {1, SP_CLEAR, 0, SP_STORM, "hall", .second = 4},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 5},
    {1, SP_CLEAR, SP_AGAIN | SP_EARLY, SP_STORM, "building", .second = 4},
    {2, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 7, .second = 14, .grow = 1, .most = 12,
     .rank = 1},
    {2, SP_MAKE, SP_WITH, SP_HOME, "barracks", .number = 2},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 7, .grow = 3, .most = 30, .patience = 5000},
};

static const sp_step land_attack[] = {
    {1, SP_MAKE, 0, SP_HOME, "hall", .number = 1},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 2, .second = 5, .rank = -1},
    {1, SP_MAKE, 0, SP_HOME, "barracks", .number = 1},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 5, .second = 12, .rank = -1},
    {1, SP_MAKE, 0, SP_HOME, "blacksmith", .number = 1},
    {1, SP_CLEAR, 0, SP_STORM, "building", .second = 4},
    {2, SP_LEARN, SP_WITH, SP_HOME, "melee-weapon-1", .patience = 4000, .rank = 1},
    {2, SP_LEARN, SP_WITH, SP_HOME, "shield-1", .patience = 4000, .rank = 1},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 5},
    {1, SP_CLEAR, SP_EARLY, SP_STORM, "building", .second = 8},
    {2, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 8, .second = 20},
    {2, SP_MAKE, SP_WITH, SP_HOME, "barracks", .number = 2},
    {2, SP_LEARN, SP_WITH, SP_HOME, "melee-weapon-2", .patience = 4000, .rank = 2},
    {2, SP_LEARN, SP_WITH, SP_HOME, "shield-2", .patience = 4000, .rank = 2},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 16},
    {1, SP_MAKE, SP_WITH, SP_HOME, "mid-hall", .number = 1, .patience = 4000},
    {1, SP_MAKE, 0, SP_HOME, "lumber-mill", .number = 1, .patience = 4000},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 12, .second = 25},
    {1, SP_MAKE, 0, SP_HOME, "stable", .number = 1, .patience = 4000},
    {1, SP_CLEAR, SP_AGAIN, SP_STORM, "building", .second = 8},
    {2, SP_MAKE, SP_WITH, SP_HOME, "siege", .number = 1, .rank = 1, .patience = 4000},
    {2, SP_MAKE, 0, SP_HOME, "rider", .number = 10, .grow = 2, .most = 24},
};

/* Gathers and trains, defends against attackers, and never goes out. */
static const sp_step passive[] = {
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 3, .second = 10},
    {1, SP_GET, SP_AGAIN, SP_HOME, NULL, .number = 30000, .second = 15000, .patience = 30000},
};

static const sp_step raid[] = {
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 3, .second = 8, .rank = -1},
    {1, SP_MAKE, 0, SP_HOME, "barracks", .number = 1},
    {1, SP_MAKE, SP_KEEP, SP_HOME, "infantry", .number = 2, .rank = 1},
    {1, SP_CLEAR, 0, SP_RAID, "worker", .second = 4, .patience = 6000},
    {2, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 6, .second = 14, .rank = 1},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 5},
    {1, SP_MAKE, SP_WITH, SP_HOME, "mid-hall", .number = 1, .patience = 5000},
    {1, SP_MAKE, SP_WITH, SP_HOME, "blacksmith", .number = 1, .patience = 5000},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 9, .second = 20, .rank = 1},
    {1, SP_MAKE, 0, SP_HOME, "stable", .number = 1, .patience = 5000},
    {1, SP_CLEAR, SP_AGAIN, SP_RAID, "worker", .second = 5, .patience = 6000},
    {2, SP_MAKE, SP_WITH, SP_HOME, "barracks", .number = 2, .rank = 1, .patience = 5000},
    {2, SP_MAKE, 0, SP_HOME, "rider", .number = 6, .grow = 2, .most = 16},
    {1, SP_CLEAR, SP_EARLY, SP_STORM, "building", .second = 8},
    {2, SP_MAKE, 0, SP_HOME, "rider", .number = 10, .grow = 3, .most = 24},
};

static const sp_step tower_push[] = {
    {1, SP_INFRASTRUCTURE, 0, SP_HOME, NULL, .number = 2, .second = 7, .rank = -1},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 3, .second = 9, .rank = -1},
    {1, SP_MAKE, 0, SP_HOME, "lumber-mill", .number = 1},
    {1, SP_MAKE, 0, SP_HOME, "barracks", .number = 1},
    {1, SP_MAKE, SP_WITH, SP_HOME, "infantry", .number = 3},
    {1, SP_MAKE, 0, SP_ENEMY, "guard-tower", .number = 2, .patience = 6000},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 7, .second = 15, .rank = 1},
    {1, SP_CLEAR, SP_AGAIN, SP_STORM, "building", .second = 4},
    {2, SP_MAKE, SP_WITH, SP_ENEMY, "guard-tower", .number = 4, .grow = 2, .most = 14,
     .patience = 5000, .rank = -1},
    {2, SP_MAKE, SP_WITH, SP_HOME, "blacksmith", .number = 1, .rank = 1, .patience = 5000},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 8, .grow = 4, .most = 30},
    {1, SP_CLEAR, SP_EARLY, SP_STORM, "building", .second = 4},
    {2, SP_MAKE, SP_WITH, SP_HOME, "siege", .number = 2, .patience = 5000},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 10, .grow = 4, .most = 30},
};

static const sp_step turtle[] = {
    {1, SP_INFRASTRUCTURE, 0, SP_HOME, NULL, .number = 2, .second = 7, .rank = -1},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 3, .second = 10, .rank = -1},
    {1, SP_MAKE, 0, SP_HOME, "barracks", .number = 1},
    {1, SP_MAKE, SP_KEEP, SP_HOME, "infantry", .number = 3},
    {1, SP_MAKE, 0, SP_HOME, "lumber-mill", .number = 1},
    {1, SP_MAKE, SP_KEEP, SP_FRONT, "guard-tower", .number = 2},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 7, .second = 15},
    {1, SP_MAKE, 0, SP_HOME, "blacksmith", .number = 1},
    {1, SP_MAKE, SP_KEEP, SP_FRONT, "cannon-tower", .number = 2, .rank = 1},
    {1, SP_CLEAR, SP_AGAIN, SP_SIEGE, "building", .second = 8},
    {2, SP_MAKE, SP_WITH, SP_HOME, "barracks", .number = 2, .rank = 1, .patience = 4000},
    {2, SP_LEARN, SP_WITH, SP_HOME, "shield-1", .rank = 1, .patience = 4000},
    {2, SP_MAKE, SP_WITH, SP_HOME, "siege", .number = 2, .grow = 1, .most = 5, .patience = 6000},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 10, .grow = 4, .most = 30},
    {1, SP_CLEAR, SP_EARLY, SP_SIEGE, "building", .second = 8},
    {2, SP_LEARN, SP_WITH, SP_HOME, "melee-weapon-1", .rank = 1, .patience = 4000},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 12, .grow = 4, .most = 30},
};

static const sp_step worker_rush[] = {
    {1, SP_MAKE, 0, SP_HOME, "worker", .number = 8, .patience = 1500},
    {1, SP_CLEAR, 0, SP_ALL_IN, "worker", .second = 5, .patience = 5000},
    {1, SP_INFRASTRUCTURE, SP_KEEP, SP_HOME, NULL, .number = 4, .second = 9},
    {1, SP_MAKE, 0, SP_HOME, "barracks", .number = 1},
    {1, SP_CLEAR, SP_AGAIN, SP_STORM, "building", .second = 5},
    {2, SP_MAKE, 0, SP_HOME, "infantry", .number = 6, .grow = 3, .most = 24},
};

const sp_plan sp_ai_plan[] = {
    {"boom", "grows first: two bases and many workers, then waves of riders", NULL, STEPS(boom),
     .wood = 42, .watch = 50, .nerve = 140, .courage = 120, .guard = 0, .militia = 100},
    {"footman-rush", "five foot soldiers as early as can be, and more behind them", NULL,
     STEPS(footman_rush), .wood = 34, .nerve = 90, .courage = 140, .guard = 0, .militia = 60},
    {"land-attack", "the published build order: soldiers and upgrades, riders later", NULL,
     STEPS(land_attack), .wood = 40, .watch = 70, .nerve = 120, .courage = 130, .guard = 20,
     .militia = 70},
    {"passive", "gathers and trains workers; fights only units that attack it", NULL,
     STEPS(passive), .wood = 35, .nerve = 1000, .courage = SP_NEVER, .guard = 100, .meek = true,
     .militia = 50},
    {"raid", "small bands kill workers and run from soldiers", NULL, STEPS(raid), .wood = 40,
     .watch = 50, .nerve = 130, .courage = 80, .guard = 20, .militia = 80},
    {"tower-push", "towers before the enemy's door, soldiers between them", NULL, STEPS(tower_push),
     .wood = 42, .watch = 80, .nerve = 90, .courage = 130, .guard = 10, .militia = 80},
    {"turtle", "sits behind towers, comes out late with siege engines", NULL, STEPS(turtle),
     .wood = 42, .watch = 70, .nerve = 140, .courage = 110, .guard = 30, .militia = 100},
    {"worker-rush", "takes up pitchforks at once, plays on if that fails", NULL, STEPS(worker_rush),
     .wood = 34, .nerve = 90, .courage = 140, .guard = 0, .militia = 100},
    {0},
};
